import { cp, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

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
export function mapArt(folder: string): Plugin {
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
