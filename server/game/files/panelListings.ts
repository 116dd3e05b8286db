import { z } from 'zod'
import type { Clock } from '../../engine/clock.ts'
import type { Call } from './calls.ts'
import { type FolderEntry, FolderError, mostEntries, wrongKind } from './folder.ts'
import type { PanelClient } from './panelClient.ts'

/** A folder that was seen to be one is taken for one this long; a file that was listed, for the read that follows. Ms. */
const trustFolderMs = 30_000
export const trustFileMs = 2_000
const mostListings = 32

/** `app/Transformers/Api/Client/FileObjectTransformer.php` of Pelican and of Pterodactyl. A link has `is_file` true. */
const Listing = z.object({
  data: z.array(
    z.object({
      attributes: z.object({
        name: z.string(),
        size: z.number(),
        is_file: z.boolean(),
        is_symlink: z.boolean(),
        modified_at: z.string(),
      }),
    }),
  ),
})
interface ListingsOptions {
  readonly client: PanelClient
  readonly clock: Clock
  readonly name: string
  readonly server: string
}

/** What folders of the server hold, as the panel listed them last. */
export function createListings({ client, clock, name, server }: ListingsOptions) {
  const listings = new Map<string, { readonly at: number; readonly entries: readonly FolderEntry[] }>()

  const list = async (parts: readonly string[], { signal, progress }: Call): Promise<readonly FolderEntry[]> => {
    const directory = `/${parts.join('/')}`
    const answer = await client
      .ask({ method: 'GET', path: '/files/list', query: { directory }, signal })
      .catch((error: FolderError) => {
        // The root of its files is always there: it is the server that is not.
        if (error.code !== 'notFound' || parts.length > 0) throw error
        throw new FolderError(
          'refused',
          `The panel knows no server "${server}" for this HOST_PANEL_KEY. Check HOST_PANEL_SERVER: the identifier in the address of the server's page.`,
        )
      })
    progress()
    const { data } = Listing.catch(() => {
      throw new FolderError(
        'failed',
        `${name} does not answer as a Pelican or Pterodactyl panel. Check HOST_PANEL_URL.`,
      )
    }).parse(answer)
    if (data.length > mostEntries)
      throw new FolderError(
        'tooLarge',
        `${directory} holds more than ${mostEntries} entries. Clear it out, or choose another folder.`,
      )
    const entries = data.map(({ attributes }) => entryOf(attributes)).sort((a, b) => (a.name < b.name ? -1 : 1))
    if (listings.size >= mostListings) listings.clear()
    listings.set(directory, { at: clock.monotonic(), entries })
    return entries
  }
  /** Asks again unless the last listing is young enough and has it. */
  const entry = async (parts: readonly string[], trustMs: number, call: Call): Promise<FolderEntry | null> => {
    const last = parts.at(-1)
    if (last === undefined) return { name: '', kind: 'folder', size: 0, modifiedAt: 0, identity: null }
    const within = parts.slice(0, -1)
    const known = listings.get(`/${within.join('/')}`)
    const isOwn = ({ name: each }: FolderEntry) => each === last
    const trusted = known && clock.monotonic() - known.at < trustMs ? known.entries.find(isOwn) : undefined
    return trusted ?? (await list(within, call)).find(isOwn) ?? null
  }
  return {
    list,
    entry,
    /** Goes through folder after folder, so that what is missing has a name. The first `given` of them are the owner's, and may be links. */
    async walk(parts: readonly string[], given: number, call: Call): Promise<void> {
      for (const index of parts.keys()) {
        const path = parts.slice(0, index + 1)
        const found = await entry(path, trustFolderMs, call)
        if (!found) throw notFound(path.join('/'), name)
        if (found.kind === 'file') throw wrongKind(path.join('/'), 'a file', 'a folder')
        if (found.kind === 'other' && index >= given) throw leaves(path.join('/'), name)
      }
    },
  }
}

const entryOf = (given: z.infer<typeof Listing>['data'][number]['attributes']): FolderEntry => {
  const kind = given.is_symlink ? 'other' : given.is_file ? 'file' : 'folder'
  const modifiedAt = Date.parse(given.modified_at)
  return { name: given.name, kind, size: kind === 'file' ? given.size : 0, modifiedAt: modifiedAt || 0, identity: null }
}

export const notFound = (path: string, name: string) =>
  new FolderError('notFound', `${path || 'The folder'} is not there in ${name}. Check the path.`)

export const leaves = (path: string, name: string) =>
  new FolderError(
    'outside',
    `${path} in ${name} is a link, and links are not followed. Put the file itself there, or configure the folder that the link points to.`,
  )
