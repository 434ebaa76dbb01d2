import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const running = process.env['CONSOLE'] ?? 'http://127.0.0.1:8750';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', chunkSizeWarningLimit: 700 },
  // `npm run dev` shows the page of a console that runs already.
  server: { proxy: { '/busbar.v1.Console': running, '/layout.json': running } },
});
