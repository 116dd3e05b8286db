import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mapArt } from './mapArt.ts'

const root = import.meta.dirname
const hub = { target: 'http://127.0.0.1:8080', ws: true }

export default defineConfig({
  root,
  publicDir: `${root}/public`,
  plugins: [react(), mapArt(`${root}/../build/map`)],
  build: {
    outDir: `${root}/../build/client`,
    emptyOutDir: true,
    // The hub's content policy allows no data: fonts or pictures, so that nothing is folded into the styles.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  server: { proxy: { '/socket.io': hub, '/api': hub, '/auth': hub } },
})
