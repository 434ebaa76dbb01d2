import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', chunkSizeWarningLimit: 700 },
  // `npm run dev` shows the page of a console that listens on its usual port.
  server: { proxy: { '/busbar.v1.Console': 'http://127.0.0.1:8080', '/layout.json': 'http://127.0.0.1:8080' } },
});
