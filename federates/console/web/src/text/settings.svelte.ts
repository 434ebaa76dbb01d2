// What a person chose for this browser: language and theme.

import { sentence, type Key, type Language } from './dictionary';

type Theme = 'light' | 'dark';

const stored = (name: string) => globalThis.localStorage?.getItem(`busbar.${name}`) ?? undefined;
const store = (name: string, value: string) => globalThis.localStorage?.setItem(`busbar.${name}`, value);

class Settings {
  language = $state<Language>(stored('language') === 'zh' ? 'zh' : 'en');
  theme = $state<Theme>(stored('theme') === 'dark' ? 'dark' : 'light');

  switchLanguage(): void {
    this.language = this.language === 'en' ? 'zh' : 'en';
    store('language', this.language);
  }

  switchTheme(): void {
    this.theme = this.theme === 'light' ? 'dark' : 'light';
    store('theme', this.theme);
  }
}

export const settings = new Settings();

/** A sentence in the chosen language. */
export const t = (key: Key, values?: Record<string, string | number>): string =>
  sentence(settings.language, key, values);
