import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export interface Served {
  readonly contentType: string
  readonly body: string | Buffer
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

const entries = {
  ours: fileURLToPath(new URL('./ours.tsx', import.meta.url)),
  peer: fileURLToPath(new URL('./peer.tsx', import.meta.url)),
}

const pageOf = (script: string, styles: readonly string[]) => `<!doctype html>
<meta charset="utf-8" />
${styles.map((style) => `<link rel="stylesheet" href="/${style}" />`).join('')}
<body><div id="root"></div><script type="module" src="/${script}"></script></body>`

/**
 * The two maps as they would be shipped: React without its checks for developers, which would make the peer slower than it
 * is. Nothing is written to the disk. @returns what to answer, by path
 */
export async function buildPages(): Promise<ReadonlyMap<string, Served>> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      target: 'es2022',
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { input: entries },
    },
  })
  if (!('output' in built)) throw new Error('Vite built something else than one bundle.')
  const files = new Map<string, Served>()
  for (const file of built.output) {
    const body = file.type === 'chunk' ? file.code : Buffer.from(file.source)
    files.set(`/${file.fileName}`, { contentType: types[extname(file.fileName)] ?? 'application/octet-stream', body })
  }
  const styles = built.output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'))
  for (const file of built.output)
    if (file.type === 'chunk' && file.isEntry)
      files.set(`/${file.name}`, { contentType: 'text/html', body: pageOf(file.fileName, styles) })
  return files
}
