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
    // The hub's content security policy allows no data: URLs for fonts and images, so nothing is inlined into styles.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Modules shared by three or more screens go into one chunk: a page then loads a dozen files instead of thirty,
        // at hardly any extra size.
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
 * Serves the drawn island at `/map/…`: copied on build, read from its folder during development. Without it the page
 * works and draws a placeholder.
 * @param folder output folder of `scripts/drawIsland.ts`
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
