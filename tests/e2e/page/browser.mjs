// A headless Chromium that stays off the network, and what went wrong in its page.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Opens an empty page; `errors` fills with whatever the page reports as an error. */
export async function openPage(viewport) {
  if (!existsSync(executablePath)) {
    throw new Error(`there is no Chromium at ${executablePath}: install it (Debian: apt install chromium) or set CHROMIUM to its path`);
  }
  const args = ['--disable-background-networking', '--disable-component-update', '--no-first-run'];
  // Chromium refuses its sandbox to root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ viewport });
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { browser, page, errors };
}
