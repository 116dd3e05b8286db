import { expect, test } from 'vitest'
import {
  BanFileError,
  createBanFileSource,
  encodeBanFile,
  largestBanFile,
  mostGameBans,
  parseBanFile,
} from './banFile.ts'

const rex = '76561198000000001'
const entry = (more: object = {}) => ({
  steamId: rex,
  playerName: 'Rex',
  banReason: 'too loud',
  bannedTime: '2026.09.26-10.56.54',
  endBanTime: '2026.09.30-04.56.54',
  bannerName: 'Rcon',
  ...more,
})
const textOf = (...entries: readonly unknown[]) => JSON.stringify({ bannedPlayerData: entries }, null, '\t')
const parse = (...entries: readonly unknown[]) => parseBanFile(Buffer.from(textOf(...entries)), 'UTC')

test('[GV60] an entry has the player, reason, banner and both times, which are in the zone of the game', () => {
  expect(parse(entry())).toEqual({
    bans: [
      {
        id: rex,
        name: 'Rex',
        reason: 'too loud',
        by: 'Rcon',
        at: Date.UTC(2026, 8, 26, 10, 56, 54),
        until: Date.UTC(2026, 8, 30, 4, 56, 54),
      },
    ],
    unreadable: 0,
  })
  const [ban] = parseBanFile(Buffer.from(textOf(entry())), 'Asia/Ho_Chi_Minh').bans
  expect(ban?.at).toBe(Date.UTC(2026, 8, 26, 3, 56, 54))
})

test.each(['utf8', 'utf8 with a mark', 'utf16le', 'utf16le with a mark', 'utf16be with a mark'])(
  '[GV61] %s is read',
  (form) => {
    const text = textOf(entry({ playerName: 'Émilie 鱼' }))
    const marked = form.includes('mark') ? `\ufeff${text}` : text
    const bytes = Buffer.from(marked, form.startsWith('utf16') ? 'utf16le' : 'utf8')
    expect(parseBanFile(form.startsWith('utf16be') ? bytes.swap16() : bytes, 'UTC').bans[0]?.name).toBe('Émilie 鱼')
  },
)

test('[GV62] the year one, ten years and an end that is not a time are permanent; a ban that ends at once is over', () => {
  const ends = ['0001.01.01-00.00.00', '2036.09.23-10.56.54', 'never', 7, undefined]
  for (const endBanTime of ends) expect(parse(entry({ endBanTime })).bans[0]?.until, String(endBanTime)).toBeNull()
  expect(parse(entry({ endBanTime: '2026.09.26-10.56.54' })).bans[0]?.until).toBe(Date.UTC(2026, 8, 26, 10, 56, 54))
})

test('[GV63] of several entries of a player the one that ends last holds', () => {
  const later = entry({ endBanTime: '2026.10.30-04.56.54', banReason: 'again' })
  expect(parse(later, entry()).bans).toMatchObject([{ reason: 'again' }])
  expect(parse(entry(), later).bans).toMatchObject([{ reason: 'again' }])
})

test('[GV64] entries that name no player are counted, and the others are read; texts are one line', () => {
  const odd = [null, 7, 'x', {}, entry({ steamId: 'Rex' }), entry({ steamId: 7 })]
  const found = parse(...odd, entry({ playerName: 'a\nb\u202Ec', banReason: 5 }))
  expect(found).toMatchObject({ unreadable: odd.length, bans: [{ name: 'a b c', reason: '' }] })
})

test('[GV65] an empty file has no bans; anything but the list is refused in words', () => {
  expect(parseBanFile(Buffer.alloc(0), 'UTC')).toEqual({ bans: [], unreadable: 0 })
  for (const text of ['{"bannedPlayerData":[', '[]', 'null', '{"bannedPlayerData":{}}', '\0\xff'])
    expect(() => parseBanFile(Buffer.from(text), 'UTC'), text).toThrow(BanFileError)
})

test('[GV66] a list without end is taken up to a bound', { tags: 'slow' }, () => {
  const many = Array.from({ length: mostGameBans + 3 }, (_, at) => entry({ steamId: String(at) }))
  expect(parse(...many)).toMatchObject({ unreadable: 3 })
})

test('[GV67] the file is read from its folder; one that is absent has no bans, and a link or a huge one is refused', async () => {
  const bytes = Buffer.from(textOf(entry()))
  const sourceOf = (kind: 'file' | 'other' | null, size = bytes.length) =>
    createBanFileSource({
      folder: {
        name: '/srv/isle/Saved',
        stat: async () => (kind ? { name: 'PlayerBans.json', kind, size, modifiedAt: 1, identity: null } : null),
        read: async () => bytes,
      },
      path: 'PlayerData/PlayerBans.json',
      zone: 'UTC',
      everyMs: 1,
    })
  expect(sourceOf('file').place).toBe('/srv/isle/Saved/PlayerData/PlayerBans.json')
  expect(await sourceOf('file').read()).toMatchObject({ bans: [{ id: rex }] })
  expect(await sourceOf(null).read()).toBeNull()
  await expect(sourceOf('other').read()).rejects.toThrow('is a link or a folder')
  await expect(sourceOf('file', largestBanFile + 1).read()).rejects.toThrow('more than the hub reads')
})

test('[GV68] what the simulator writes is read as it was', () => {
  const bans = [
    {
      id: rex,
      name: 'Rex, "the" king',
      reason: 'too, loud',
      by: 'Rcon',
      at: 1_790_000_000_000,
      until: 1_790_003_600_000,
    },
    { id: '76561198000000002', name: 'Mia', reason: '', by: 'Ann', at: 1_790_000_000_000, until: null },
  ]
  expect(parseBanFile(Buffer.from(encodeBanFile(bans, 7_200_000)), 'Etc/GMT-2')).toEqual({ bans, unreadable: 0 })
})
