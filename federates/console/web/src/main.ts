import '@fontsource/ibm-plex-sans-condensed/latin-400.css';
import '@fontsource/ibm-plex-sans-condensed/latin-600.css';
import './theme.css';

import { mount } from 'svelte';

import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
