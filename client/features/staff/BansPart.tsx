import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { type Ban, bans } from '../../../shared/features/deliveries/delivery.ts'
import { undoBans } from '../../../shared/features/users/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { Ago, Until } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './Admin.module.css'
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
        {reason ? <p className={styles.soft}>{withMarksShown(reason)}</p> : null}
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

const namedAtMost = 5

/** Owners' bans of several players at once, each of which can be undone for as long as one of its bans is as it was made. */
function BansTogether({ all }: { readonly all: Banned }) {
  const { may } = useAtomValue(accessAtom)
  // Bans of one command have its time. One that replaced another ban is changed by hand.
  const newly = all.filter(([, { before, delivery }]) => before === null && delivery !== '')
  const groups = [...Map.groupBy(newly, ([, { at, by }]) => `${at} ${by}`)].filter(([, bans]) => bans.length > 1)
  if (!may.includes('ownerPanel') || groups.length === 0) return null
  return (
    <ul className={styles.rows} aria-label="Bans of several players">
      {groups.map(([key, bans]) => (
        <Together key={key} bans={bans} />
      ))}
    </ul>
  )
}

function Together({ bans }: { readonly bans: Banned }) {
  const { run, busy, refusal } = useCommand(undoBans)
  const showToast = useSetAtom(showToastAtom)
  const [first] = bans
  const names = bans.slice(0, namedAtMost).map(([id, { name }]) => name || id)
  const others = bans.length - names.length
  const undo = async () => {
    const answer = await run({ bans: bans.map(([user, { delivery }]) => ({ user, delivery })) })
    if (answer.ok) showToast(`${answer.output.done === 1 ? '1 player' : `${answer.output.done} players`} unbanned.`)
  }
  if (!first) return null
  const [, { at, byName }] = first
  return (
    <li className={styles.row}>
      <div className={styles.description}>
        <p className={styles.name}>{bans.length} players banned at once</p>
        <p className={styles.soft}>
          by {byName}, <Ago at={at} isInSentence />: {names.join(', ')}
          {others > 0 ? ` and ${others} more` : ''}
        </p>
        {refusal ? <Problem>{refusal.message}</Problem> : null}
      </div>
      <Button busyLabel={busy ? 'Unbanning…' : null} onClick={() => void undo()}>
        {`Unban all ${bans.length}`}
      </Button>
    </li>
  )
}
