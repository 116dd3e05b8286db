import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { MapSettings, mapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import type { Leave } from './askLeave.ts'
import { givenAtOf } from './stamp.ts'
import { openSteward } from './steward.ts'

/**
 * The commands of a load change how large the map opens for the account that they are given by: nothing that anybody else sees.
 * Returns the way to set it back as it was.
 */
export async function keepSettings(url: string, { account, headers }: NonNullable<Leave['player']>) {
  const before = await openSteward(url, headers)
  const { zoomLevel } = MapSettings.parse(await before.document(`${mapSettings.kind}/${account}`))
  before.leave()
  // Where an earlier load was killed nobody knows how it was.
  const wasStamped = givenAtOf(zoomLevel, 0) !== null && String(zoomLevel).length > 6
  return async () => {
    const after = await openSteward(url, headers)
    const answer = await after.command(changeMapSettings.name, { zoomLevel: wasStamped ? 1 : zoomLevel })
    after.leave()
    if (!answer.ok) throw new Error(`The zoom level of the account ${account} was not set back: ${answer.message}`)
  }
}
