import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, lstatSync, renameSync } from 'node:fs'
import { lstat, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, posix } from 'node:path'
import { z } from 'zod'
import type { PanelAnswer, PanelCall, PanelFaults } from './panelCall.ts'

interface PanelFilesOptions {
  readonly root: string
  readonly faults: PanelFaults
  /** Of the daemon, for links to downloads. */
  readonly origin: string
}

const Renames = z.object({
  root: z.string().nullable(),
  files: z.array(z.object({ from: z.string(), to: z.string() })),
})
const Deletions = z.object({ root: z.string().nullable(), files: z.array(z.string()) })
/** The panel shows no larger file as text (`panel.files.max_edit_size`). */
const mostShownBytes = 4 * 1024 * 1024
const done: PanelAnswer = { status: 204 }

/** The files of the simulated panel, as Wings treats them. */
export function createPanelFiles({ root, faults, origin }: PanelFilesOptions) {
  const downloads = new Map<string, string>()
  const at = (...paths: readonly string[]) => join(root, posix.normalize(posix.join('/', ...paths)))

  const routes: Record<string, (call: PanelCall) => Promise<PanelAnswer> | PanelAnswer> = {
    'GET /files/list': async ({ query }) => ({ status: 200, json: await listing(at(query.get('directory') ?? '/')) }),
    'GET /files/contents': async ({ query }) => {
      const path = at(query.get('file') ?? '')
      if ((await stat(path)).size > mostShownBytes) return { status: 400, json: 'The file is too large to be shown.' }
      return { status: 200, json: (await readFile(path)).toString() }
    },
    'GET /files/download': ({ query }) => {
      const token = randomUUID()
      downloads.set(token, at(query.get('file') ?? ''))
      return {
        status: 200,
        json: { object: 'signed_url', attributes: { url: `${origin}/download/file?token=${token}` } },
      }
    },
    'POST /files/write': async ({ query, body }) => {
      const path = at(query.get('file') ?? '')
      if (existsSync(path) && lstatSync(path).isDirectory()) return { status: 400, json: 'A folder has that name.' }
      if (!faults.idle) await writeFile(path, body)
      return done
    },
    'PUT /files/rename': ({ body }) => {
      const { root: from, files } = Renames.parse(JSON.parse(body.toString()))
      for (const each of files) {
        const [source, target] = [at(from ?? '/', each.from), at(from ?? '/', each.to)]
        // Wings looks and then renames; a missing source is a success that does nothing.
        if (existsSync(target)) return { status: 400, json: 'Cannot move or rename file, destination already exists.' }
        if (existsSync(source) && !faults.idle) renameSync(source, target)
      }
      return done
    },
    'POST /files/delete': async ({ body }) => {
      const { root: from, files } = Deletions.parse(JSON.parse(body.toString()))
      for (const each of files) if (!faults.idle) await rm(at(from ?? '/', each), { recursive: true, force: true })
      return done
    },
  }

  return {
    /** Null for a path that is not about files. */
    async answer(call: PanelCall): Promise<PanelAnswer | null> {
      const route = routes[`${call.method} ${call.path}`]
      if (!route) return null
      try {
        return await route(call)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') return { status: 404, json: 'The requested resources was not found on the system.' }
        return { status: error instanceof z.ZodError ? 422 : 500, json: 'An unexpected error was encountered.' }
      }
    },
    /** A token is good for one download. */
    async download(token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const path = downloads.get(token)
      downloads.delete(token)
      const stats = path === undefined ? null : await stat(path).catch(() => null)
      if (!path || !stats?.isFile()) return void response.writeHead(404).end('{"error":"not found"}')
      const range = faults.ranges ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') : null
      const start = range ? Number(range[1]) : 0
      if (range && start >= stats.size) return void response.writeHead(416).end()
      const end = Math.min(range ? Number(range[2]) : stats.size - 1, stats.size - 1)
      const length = Math.max(0, end - start + 1)
      const headers = { 'content-type': 'application/octet-stream', 'content-length': length }
      response.writeHead(range ? 206 : 200, {
        ...headers,
        ...(range && { 'content-range': `bytes ${start}-${end}/${stats.size}` }),
      })
      if (length === 0) return void response.end()
      const stopAt = faults.halfDownloads ? start + Math.floor(length / 2) : end
      const file = createReadStream(path, { start, end: stopAt })
      file.on('error', () => response.destroy())
      response.on('close', () => file.destroy())
      if (faults.halfDownloads) file.on('end', () => response.destroy())
      file.pipe(response, { end: !faults.halfDownloads })
    },
  }
}

/** Folders come first, then the rest, each by name. A link is a file there, and says that it is a link. */
async function listing(path: string) {
  const attributes = []
  for (const name of (await readdir(path)).sort()) {
    const found = await lstat(join(path, name)).catch(() => null)
    if (!found) continue
    const time = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`
    attributes.push({
      name,
      mode: found.isDirectory() ? 'drwxr-xr-x' : '-rw-r--r--',
      mode_bits: (found.mode & 0o777).toString(8),
      size: found.size,
      is_file: !found.isDirectory(),
      is_symlink: found.isSymbolicLink(),
      mimetype: found.isDirectory() ? 'inode/directory' : 'application/octet-stream',
      created_at: time(found.birthtimeMs),
      modified_at: time(found.mtimeMs),
    })
  }
  attributes.sort((a, b) => Number(a.is_file) - Number(b.is_file))
  return { object: 'list', data: attributes.map((each) => ({ object: 'file_object', attributes: each })) }
}
