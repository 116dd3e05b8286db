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
    rolldownOptions: {
      output: {
        // What three screens or more share goes together: a page is a dozen files instead of thirty, and hardly larger for it.
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /[\\/](client[\\/](ui|connection|shell|features)|shared)[\\/](?!map[\\/])/,
              minShareCount: 3,
              maxModuleSize: 20_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/socket.io': hub, '/api': hub, '/auth': hub } },
})
