import { useEffect, useState } from 'react'
import { isDark, type Mood, moods } from '../themes/moods.ts'
import { loadSheet, type Sheet } from './sheet.ts'
import { sketchSheet } from './sketchSheet.ts'

const addressOf = (dark: boolean) => `/map/island-${dark ? 'night' : 'day'}.webp`

/** Pictures are kept for as long as the page is: dusk comes every day. */
const sheets = new Map<string, Promise<Sheet | null>>()

const fetchOnce = (address: string, owners: boolean) => {
  const known = sheets.get(address) ?? loadSheet(address, owners)
  sheets.set(address, known)
  return known
}

/**
 * The owner's picture, or the island's for a mood; the one before stays until it has come. A plain sheet if it does not.
 * @param image the address of the owner's; null if there is none
 */
export function useSheet(mood: Mood, image: string | null): Sheet | null {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  useEffect(() => {
    let isWanted = true
    fetchOnce(image ?? addressOf(isDark(mood)), image !== null).then((loaded) => {
      if (isWanted) setSheet(loaded ?? sketchSheet(moods[mood]))
    })
    return () => {
      isWanted = false
    }
  }, [mood, image])
  return sheet
}
