import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { withArticle } from '../../../shared/engine/article.ts'
import { roles } from '../../../shared/engine/permissions.ts'
import { providerNames } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom } from '../../connection/connectionState.ts'
import { type SessionChange, signInDemo, signOut } from '../../connection/session.ts'
import { railFoldedAtom } from '../../shell/Rail.tsx'
import { type MapThemeChoice, mapThemeChoiceAtom, type ThemeChoice, themeChoiceAtom } from '../../themes/themeAtom.ts'
import { showToastAtom } from '../../ui/Toast.tsx'
import { signInAddress, useSignInProviders } from '../account/signIn.ts'
import { type PaletteEntry, settingEntry } from './paletteEntries.ts'

const themeSettings: readonly (readonly [ThemeChoice, name: string, words: string])[] = [
  ['day', 'Theme: Day', 'light mode bright appearance colours'],
  ['night', 'Theme: Night', 'dark mode appearance colours'],
  ['dawn', 'Theme: Dawn', 'light mode morning appearance colours'],
  ['dusk', 'Theme: Dusk', 'dark mode evening appearance colours'],
  ['island', 'Theme: Island time', 'follow game clock automatic appearance'],
  ['device', 'Theme: Device', 'follow system automatic appearance'],
]

const mapThemeSettings: readonly (readonly [MapThemeChoice, name: string, words: string])[] = [
  ['page', 'Map theme: Like the page', 'appearance colours'],
  ['island', 'Map theme: Island time', 'follow game clock automatic appearance'],
]

/** The settings of this browser and of the session. */
export function useSettings(): readonly PaletteEntry[] {
  const [theme, setTheme] = useAtom(themeChoiceAtom)
  const [mapTheme, setMapTheme] = useAtom(mapThemeChoiceAtom)
  const [isFolded, fold] = useAtom(railFoldedAtom)
  const session = useSessionSettings()
  const now = (isNow: boolean) => (isNow ? 'Now' : '')
  return [
    ...themeSettings.map(([key, name, words]) =>
      settingEntry(`theme ${key}`, { name, words: `settings preferences ${words}`, detail: now(key === theme) }, () =>
        setTheme(key),
      ),
    ),
    ...mapThemeSettings.map(([key, name, words]) =>
      settingEntry(
        `map theme ${key}`,
        { name, words: `settings preferences ${words}`, detail: now(key === mapTheme) },
        () => setMapTheme(key),
      ),
    ),
    settingEntry(
      'rail',
      { name: isFolded ? 'Expand the menu' : 'Collapse the menu', words: 'rail sidebar navigation collapse expand' },
      () => fold(!isFolded),
    ),
    ...session,
  ]
}

/** Signing in for guests, logging out for others. */
function useSessionSettings(): readonly PaletteEntry[] {
  const hello = useAtomValue(helloAtom)
  const connection = useConnection()
  const showToast = useSetAtom(showToastAtom)
  const [here] = useLocation()
  const configured = useSignInProviders()
  const change = async (making: Promise<SessionChange>) => {
    const outcome = await making
    if (!outcome.ok) showToast(outcome.message)
  }
  if (!hello) return []
  if (hello.principal)
    return [
      settingEntry(
        'log out',
        { name: 'Log out', words: 'sign off leave exit quit' },
        () => void change(signOut(connection)),
      ),
      settingEntry(
        'log out everywhere',
        { name: 'Log out everywhere…', words: 'sign off leave all browsers sessions devices' },
        { to: 'logOutEverywhere' },
      ),
    ]
  const demo = hello.demo ? roles : []
  return [
    ...configured.map((provider) =>
      settingEntry(`sign in ${provider}`, { name: `Sign in with ${providerNames[provider]}`, words: 'log login' }, () =>
        location.assign(signInAddress(provider, here)),
      ),
    ),
    ...demo.map((role) =>
      settingEntry(
        `sign in ${role}`,
        { name: `Demo: sign in as ${withArticle(role)}`, words: 'log login' },
        () => void change(signInDemo(connection, { role })),
      ),
    ),
  ]
}

/** Entries that are not remembered: one rarely wants them again. */
export const isForgotten = ({ key }: PaletteEntry) => /^setting (log out|sign in)/.test(key)
