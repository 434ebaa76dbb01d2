// Checks what a person sees on a console's page:
//
//   node page.mjs URL FOLDER [PID]
//
// URL is the console of a running `busbar demo`, FOLDER takes the screenshots, PID is its protection
// process, which is killed at the end to see its loss on the page. Ends with code 1 and a sentence
// when something is missing.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openPage } from './browser.mjs';

const [url, folder, protection] = process.argv.slice(2);
if (!url || !folder) {
  console.error('usage: node page.mjs URL FOLDER [PID]');
  process.exit(2);
}

/** Longest wait for anything; an autoreclosing of the exercise takes 1.5 virtual seconds. */
const PATIENCE_MS = 20_000;
/** The breakers of ts220. */
const BREAKERS = 47;

/** One thing that must be seen; the sentence says what is wrong where it is not. */
async function must(sentence, look) {
  try {
    if ((await look()) === false) throw new Error('it is not so');
  } catch (error) {
    throw new Error(`${sentence} (${error.message.split('\n')[0]})`);
  }
}

function screen(page) {
  const part = (name) => page.locator(`[data-test=${name}]`);
  const text = async (name) => (await part(name).innerText()).trim();
  const until = (sentence, holds) =>
    must(sentence, async () => {
      const end = Date.now() + PATIENCE_MS;
      while (!(await holds())) {
        if (Date.now() > end) return false;
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    });
  /** The rows of the event list that contain a text, as a person reads them: newest first. */
  const events = async (filter) => {
    await part('filter').fill(filter);
    return page.locator('[data-test=events] [role=option]').allInnerTexts();
  };
  const happened = (sentence, filter, pattern) =>
    until(sentence, async () => (await events(filter)).some((row) => pattern.test(row.replace(/\s+/g, ' '))));
  const shot = (name) => page.screenshot({ path: join(folder, name) });
  return { page, part, text, until, happened, shot };
}

async function seesTheStation({ page, part }) {
  await must('the page was not built: build busbar again where npm runs', async () => (await page.title()) === 'Busbar');
  await must('there is no single-line diagram', () => part('diagram').waitFor({ timeout: PATIENCE_MS }));
  const breakers = page.locator('[data-test=diagram] [data-kind=breaker]');
  await must(`the diagram does not have its ${BREAKERS} breakers`, async () => (await breakers.count()) === BREAKERS);
  const unknown = page.locator('[data-test=diagram] [data-state=unknown]');
  await must('the position of some switches is unknown', async () => (await unknown.count()) === 0);
  await must('no wire is live', async () => (await page.locator('.wire.live').count()) > 100);
}

async function seesTheScenario({ page, part, happened, until }) {
  const trip = /^00:00:02\.325 P911\.50_2 trips QF911/;
  await happened('the trip of feeder 911 at 00:00:02.325 is not in the event list', 'P911.50_2', trip);
  await happened('the reclosing of feeder 911 at 00:00:03.380 is not in the event list', 'recloses', /^00:00:03\.380 P911\.79 recloses QF911/);
  await happened('the lock-out of feeder 911 is not in the event list', 'locked out', /^00:00:03\.\d{3} P911\.79 locked out/);
  const open = page.locator('#element-QF911[data-state=open]');
  await until('breaker QF911 is not drawn open', async () => (await open.count()) === 1);
  await must('the fault on line F911 is not marked', async () => (await part('fault').count()) === 1);
}

async function controlsTheRun({ page, part, text, until }) {
  const first = await text('clock');
  await until('the virtual clock does not run', async () => (await text('clock')) !== first);
  await part('toggle').click();
  await until('Pause does not pause the exercise', async () => (await text('phase')) === 'Paused');
  const paused = await text('clock');
  const chosen = async (name) => (await part(name).getAttribute('aria-pressed')) === 'true';
  // The page has heard from the server again once it shows the new speed.
  await part('speed-10').click();
  await until('the speed 10× is not taken', () => chosen('speed-10'));
  await must('the virtual clock runs while the exercise is paused', async () => (await text('clock')) === paused);
  await part('toggle').click();
  await until('Resume does not resume the exercise', async () => (await text('phase')) === 'Running');
  const achieved = async () => Number((await text('actual')).match(/[\d.]+/)?.[0]);
  await until('the exercise does not run faster at 10×', async () => (await achieved()) > 3);
  await part('speed-1').click();
  await until('the speed 1× is not taken again', () => chosen('speed-1'));
}

async function injectsAFault({ page, part, text, happened, until }) {
  await page.keyboard.press('Escape');
  await part('find').fill('F921');
  await part('find').press('Enter');
  await until('the panel of line F921 does not open', async () => (await part('panel').getByRole('heading').first().innerText()) === 'F921');
  await part('fault-form').getByLabel('Permanent').uncheck();
  await part('inject').click();
  await until('the fault on feeder 921 is not accepted', async () => (await text('outcome')) === 'Accepted.');
  const stamp = String.raw`^\d\d:\d\d:\d\d\.\d{3}`;
  await happened('the fault on feeder 921 is not in the event list', 'F921', new RegExp(`${stamp} F921 short circuit`));
  await happened('no trip of QF921 follows the fault', 'trips', new RegExp(`${stamp} P921\\.\\w+ trips QF921`));
  await happened('no reclosing of QF921 follows the trip', 'recloses', new RegExp(`${stamp} P921\\.79 recloses QF921`));
  const closed = page.locator('#element-QF921[data-state=closed]');
  await until('breaker QF921 is not closed again', async () => (await closed.count()) === 1);
  await part('filter').fill('');
  const stamps = await page.locator('[data-test=stamp]').allInnerTexts();
  const sorted = [...stamps].sort().reverse();
  await must('the event list is not in the order of virtual time', async () => stamps.join() === sorted.join());
  await must('the panel has no trend', async () => (await part('trend').locator('canvas').count()) === 1);
}

async function exportsTheEvents({ page, part }) {
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: PATIENCE_MS }), part('export').click()]);
  const text = readFileSync(await file.path(), 'utf8');
  await must('the exported events lack the trip of feeder 911', async () => text.includes('00:00:02.325,P911.50_2,trips QF911'));
}

async function opensADevice({ page, part, until }) {
  await page.locator('#element-QF201 .touch').click();
  const position = part('panel').locator('[data-test=position]');
  await until('a click on breaker QF201 does not open its panel', async () => (await position.innerText()) === 'closed');
  await page.keyboard.press('Escape');
  await until('Escape does not close the panel', async () => (await part('panel').count()) === 0);
}

async function worksByKeyboard({ page, part, until }) {
  const diagram = page.getByRole('application');
  const cursor = () => diagram.getAttribute('aria-activedescendant');
  await diagram.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await until('Enter does not open the device that the arrow keys lead to', async () => (await part('panel').count()) === 1);
  const selected = await cursor();
  for (const key of ['+', '+', 'ArrowDown']) await page.keyboard.press(key);
  await until('the arrow keys do not lead on from a selected device', async () => (await cursor()) !== selected);
  for (const key of ['0', 'Escape']) await page.keyboard.press(key);
}

async function changesTheLook({ page, part, shot }) {
  const brightness = () =>
    page.evaluate(() => {
      const colour = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? [];
      return colour.slice(0, 3).reduce((sum, value) => sum + Number(value), 0) / 3;
    });
  await must('the light theme is not light', async () => (await brightness()) > 200);
  await shot('light.png');
  await part('theme').click();
  await must('the dark theme is not dark', async () => (await brightness()) < 60);
  await shot('dark.png');
  await part('theme').click();
  await part('language').click();
  await must('the page does not say that it is in Chinese', async () => (await page.locator('html').getAttribute('lang')) === 'zh-CN');
  await must('the headings are not in Chinese', async () => (await page.getByRole('heading', { name: '联邦成员' }).count()) === 1);
  await must('the events are not in Chinese', async () => (await page.locator('[data-test=events]').innerText()).includes('跳闸'));
  await shot('zh.png');
  await part('language').click();
}

async function seesALoss({ part, text, until, shot }) {
  process.kill(Number(protection), 'SIGKILL');
  await until('the loss of the protection is not shown', async () => /lost\s+\d\d:\d\d:\d\d\.\d{3}/.test(await text('federate-protection')));
  await must('nobody is told that faults will not be tripped', async () => (await part('notice').innerText()).includes('protection'));
  await shot('lost.png');
}

async function check() {
  mkdirSync(folder, { recursive: true });
  const { browser, page, errors } = await openPage({ width: 1600, height: 900 });
  try {
    const shown = screen(page);
    await must(`there is no page at ${url}`, () => page.goto(url));
    await seesTheStation(shown);
    await seesTheScenario(shown);
    await controlsTheRun(shown);
    await injectsAFault(shown);
    await exportsTheEvents(shown);
    await opensADevice(shown);
    await worksByKeyboard(shown);
    await changesTheLook(shown);
    if (protection) await seesALoss(shown);
  } finally {
    await browser.close();
  }
  if (errors.length > 0) throw new Error(`the page reports errors: ${errors.join('; ')}`);
}

check().then(
  () => console.log('the page shows everything'),
  (error) => {
    console.error(`page: ${error.message}`);
    process.exit(1);
  },
);
