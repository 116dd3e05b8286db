import { lazy, Suspense } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { type Ban, bans } from '../../../shared/features/deliveries/delivery.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { Ago, Until } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './Admin.module.css'
import { BansTogether } from './BansTogether.tsx'
import { CommandButton } from './CommandButton.tsx'

/** What is pinned is loaded when it is shown. */
const BanPins = lazy(async () => ({ default: (await import('../timeline/BanPins.tsx')).BanPins }))

type Banned = readonly (readonly [string, Ban])[]

/** From this number on the list has a search field. */
const fewBans = 8

/** The hub's bans, the latest first, with banned players who joined again. */
export function BansPanel() {
  const source = useDocument(bans, mainServer)
  const all = Object.entries(source.value?.bans ?? {}).sort(([, one], [, other]) => other.at - one.at)
  const states = statesOf(source, () => false, null)
  return (
    <DashboardPanel {...states} title="Bans">
      <BanList all={all} />
    </DashboardPanel>
  )
}

function BanList({ all }: { readonly all: Banned }) {
  const { value: text, change } = useTextDraft('bans')
  const wanted = text.trim().toLowerCase()
  const shown = all.filter(([id, { name }]) => name.toLowerCase().includes(wanted) || id.startsWith(wanted))
  if (all.length === 0) return <p className={styles.soft}>No bans.</p>
  return (
    <Stack>
      <BansTogether all={all} />
      {all.length > fewBans ? (
        <Field label="Find a ban" type="search" autoComplete="off" value={text} onValue={change} />
      ) : null}
      <ul className={styles.rows} aria-label="Bans">
        {shown.map(([id, ban]) => (
          <BanRow key={id} id={id} ban={ban} />
        ))}
      </ul>
      {shown.length === 0 ? <p className={styles.soft}>No ban matches.</p> : null}
    </Stack>
  )
}

function BanRow({ id, ban }: { readonly id: string; readonly ban: Ban }) {
  const { name, reason, byName, at, until, seen, seenAt } = ban
  return (
    <li className={styles.row}>
      <div className={styles.description}>
        <p className={styles.name}>
          <PlayerName id={id} name={name} />
        </p>
        <p className={styles.soft}>
          {id} ·{' '}
          {until === null ? (
            'permanently'
          ) : (
            <>
              ends in <Until at={until} />
            </>
          )}{' '}
          · by {byName}, <Ago at={at} isInSentence />
        </p>
        {reason ? <p className={styles.soft}>{reason}</p> : null}
        <Suspense fallback={null}>
          <BanPins player={id} />
        </Suspense>
        {seenAt === null ? null : (
          <p className={styles.seen}>
            Tried to join {seen === 1 ? 'once' : `${seen} times`}, last <Ago at={seenAt} isInSentence />. Kicked each
            time.
          </p>
        )}
      </div>
      <Actions>
        <CopyButton text={id} what={`SteamID64 of ${name || id}`} />
        <CommandButton
          command={unbanPlayer}
          input={{ server: mainServer, target: id }}
          name="Unban"
          label={`Unban ${name || id}`}
        />
      </Actions>
    </li>
  )
}
