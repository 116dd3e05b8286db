import { cp, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
              test: /[\\/](client[\\/](ui|connection|shell|features)|shared)[\\/]/,
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

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Puts the drawn island beside the page, at `/map/…`: copied when building, read from where it was drawn while developing.
 * Without it the page is whole all the same, and draws a plain sheet in its place.
 * @param folder where `scripts/drawIsland.ts` left its pictures
 */
function mapArt(folder: string): Plugin {
  let outDir = ''
  return {
    name: 'map-art',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      if (await isThere(folder)) await cp(folder, join(outDir, 'map'), { recursive: true })
      else this.warn(`No island is drawn at ${folder}: the page will show its placeholder.`)
    },
    configureServer(server) {
      server.middlewares.use('/map', (request, response, next) => {
        const name = basename(request.url ?? '')
        if (!/^[\w-]+\.webp$/.test(name)) return next()
        readFile(join(folder, name)).then(
          (picture) => response.setHeader('content-type', 'image/webp').end(picture),
          () => response.writeHead(404).end(),
        )
      })
    },
  }
}
