import type { ExportName } from '../../../shared/features/backups/exports.ts'

export type ExportForm = 'csv' | 'jsonl'

/** How far an export is. `part`: from 0 to 1; null where the end is not known. */
export interface ExportProgress {
  readonly bytes: number
  readonly rows: number
  readonly part: number | null
}

interface ReadOptions {
  readonly of: ExportName
  readonly as: ExportForm
  readonly onProgress: (progress: ExportProgress) => void
  readonly signal: AbortSignal
}

/** Reads an export as it is streamed. @throws Error with a sentence; AbortError when it was stopped */
export async function readExportFile({ of, as, onProgress, signal }: ReadOptions): Promise<Blob> {
  const answer = await fetch(`/api/owner/exports/${of}.${as}`, { signal })
  if (!answer.ok || !answer.body) throw new Error(await refusalIn(answer))
  const chunks: BlobPart[] = []
  const count = createRowCount()
  const decoder = new TextDecoder()
  let bytes = 0
  const reader = answer.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    bytes += next.value.length
    onProgress({ bytes, ...count(decoder.decode(next.value, { stream: true })) })
  }
  return new Blob(chunks, { type: answer.headers.get('content-type') ?? 'text/plain' })
}

async function refusalIn(answer: Response): Promise<string> {
  const found = (await answer.json().catch(() => null)) as { error?: unknown } | null
  return typeof found?.error === 'string' ? found.error : 'The export could not be read.'
}

/** Rows are newest first and begin with the number of their entry: the last one read, against the first, tells how far it is. */
const entryAtStart = /^(?:\{"entry":|\{"key":"[^"]*","seq":)?(\d+)[,}]/

export function createRowCount() {
  let rows = 0
  let first: number | null = null
  let begun = ''
  return (text: string): Pick<ExportProgress, 'rows' | 'part'> => {
    const lines = (begun + text).split('\n')
    begun = lines.pop()?.slice(0, 200) ?? ''
    rows += lines.length
    const known = lines.flatMap((line) => entryAtStart.exec(line)?.[1] ?? []).map(Number)
    first ??= known[0] ?? null
    const last = known.at(-1)
    return { rows, part: first === null || last === undefined ? null : 1 - last / first }
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
