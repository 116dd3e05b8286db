import { useState } from 'react'
import type { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { unbanPlayer } from '../../../shared/features/deliveries/commands.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import {
  type BanDifference,
  type ComparedBan,
  compareBans,
  gameBans,
  readGameBans,
} from '../../../shared/features/gameLog/gameBans.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { Ago, On, useNow } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import { CommandButton } from '../staff/CommandButton.tsx'
import styles from './GameBans.module.css'

type GameBans = z.infer<typeof gameBans.schema>

/** The game's own ban list beside the hub's: where they differ, and how a ban is lifted by hand. */
export function GameBansPanel() {
  const source = useDocument(gameBans, mainServer)
  const ours = useDocument(bans, mainServer).value
  const states = statesOf({ ...source, value: ours && source.value }, () => false, null)
  return (
    <DashboardPanel {...states} title="Bans in the game">
      {source.value && ours ? <Compared list={source.value} ours={ours.bans} /> : null}
    </DashboardPanel>
  )
}

const comparedEveryMs = 20_000
const shownAtFirst = 6

function Compared({ list, ours }: { readonly list: GameBans; readonly ours: Parameters<typeof compareBans>[0] }) {
  const now = useNow(comparedEveryMs)
  const [showsAll, showAll] = useState(false)
  if (list.state === 'off')
    return (
      <p className={styles.soft}>
        The game's own ban list isn't connected. It is read where <code>GAME_LOG</code> names the game's{' '}
        <code>Saved/Logs</code> folder; the list is next to that folder.
      </p>
    )
  const compared = compareBans(ours, list.bans, now)
  const different = compared.filter(({ difference }) => difference !== 'none')
  const shown = showsAll ? compared : different.slice(0, shownAtFirst)
  return (
    <Stack>
      <Reading list={list} />
      {list.readAt === null ? null : (
        <p>{summaryOf(compared.filter(({ theirs }) => theirs !== null).length, different.length)}</p>
      )}
      {list.readAt !== null && shown.length > 0 ? (
        <ul className={styles.rows} aria-label="Bans in the game">
          {shown.map((one) => (
            <BanRow key={one.id} compared={one} place={list.place} />
          ))}
        </ul>
      ) : null}
      {list.readAt !== null && compared.length > different.slice(0, shownAtFirst).length ? (
        <Button tone="quiet" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${compared.length}`}
        </Button>
      ) : null}
    </Stack>
  )
}

/** `12 bans in the game. 3 differ from the bans here.` */
function summaryOf(inGame: number, different: number): string {
  const count =
    inGame === 0 ? 'No bans in the game.' : inGame === 1 ? '1 ban in the game.' : `${inGame} bans in the game.`
  if (different === 0) return `${count} Both lists agree.`
  return `${count} ${different === 1 ? '1 player differs' : `${different} players differ`} between the two lists.`
}

/** How and when the list was read, and the way to read it now. */
function Reading({ list: { state, why, readAt, place, unreadable } }: { readonly list: GameBans }) {
  const { run, busy, refusal, dismiss } = useCommand(readGameBans)
  return (
    <div className={styles.reading}>
      <p className={styles.soft} role="status">
        {state === 'failing' ? <strong>The game's ban list can't be read. </strong> : null}
        {state === 'failing' ? `${why} ` : null}
        {readAt === null ? (
          state === 'failing' ? null : (
            'Reading the list…'
          )
        ) : (
          <>
            {state === 'absent' ? `The game has written no list yet${place ? ` (${place})` : ''}. Looked` : 'Read'}{' '}
            <Ago at={readAt} isInSentence />.
          </>
        )}
        {unreadable > 0 ? ` ${unreadable === 1 ? '1 entry' : `${unreadable} entries`} could not be read.` : null}
      </p>
      <Button busyLabel={busy ? 'Asking…' : null} onClick={() => void run({ server: mainServer })}>
        Read now
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </div>
  )
}

const differenceNames: Readonly<Record<BanDifference, string>> = {
  onlyInGame: 'Only in the game',
  onlyHere: 'Only here',
  otherEnd: 'Different end',
  none: 'In both',
}

interface BanRowProps {
  readonly compared: ComparedBan
  /** Where the game's list is. */
  readonly place: string | null
}

function BanRow({ compared: { id, name, difference, ours, theirs }, place }: BanRowProps) {
  const reason = theirs?.reason || ours?.reason || ''
  return (
    <li className={styles.row}>
      <div className={styles.description}>
        <p className={styles.name}>
          <PlayerName id={id} name={name} />
          <span className={styles.mark} data-difference={difference}>
            {differenceNames[difference]}
          </span>
        </p>
        <p className={styles.soft}>
          {id} · {theirs ? <End label="In the game" until={theirs.until} /> : "Not in the game's list"}
          {difference === 'otherEnd' && ours ? (
            <>
              {' '}
              · <End label="here" until={ours.until} />
            </>
          ) : null}
          {theirs?.by ? ` · by ${theirs.by}` : ''}
        </p>
        {reason === '' ? null : <p className={styles.soft}>{withMarksShown(reason)}</p>}
        {difference === 'onlyHere' ? (
          <p className={styles.soft}>The hub kicks this player each time they join.</p>
        ) : null}
      </div>
      {theirs ? (
        <Actions>
          {ours ? null : (
            <CommandButton
              command={unbanPlayer}
              input={{ server: mainServer, target: id }}
              name="Unban"
              label={`Unban ${name} in the game`}
            />
          )}
          <HowToLift id={id} name={name} place={place} isBannedHere={ours !== null} />
        </Actions>
      ) : null}
    </li>
  )
}

const End = ({ label, until }: { readonly label: string; readonly until: number | null }) =>
  until === null ? (
    <>{label} permanently</>
  ) : (
    <>
      {label} until <On at={until} />
    </>
  )

interface HowToLiftProps {
  readonly id: string
  readonly name: string
  readonly place: string | null
  readonly isBannedHere: boolean
}

/**
 * The game's RCON lifts no ban, and a running game may write over its file. Where the hub knows that the game server is off it edits the file
 * itself; otherwise a person does it, by these steps.
 */
const HowToLift = ({ id, name, place, isBannedHere }: HowToLiftProps) => (
  <Disclosure face="Lift by hand" label={`Lift by hand: the ban of ${name}`} align="end" title="Lift by hand">
    {() => (
      <div className={styles.steps}>
        <p>
          Unban does this for you while the game server is off, if its host is connected. Until then the unban waits
          under Open commands. By hand:
        </p>
        <ol>
          {isBannedHere ? <li>Unban {name} here too.</li> : null}
          <li>Stop the game server.</li>
          <li>
            In <code>{place ?? 'PlayerData/PlayerBans.json'}</code>, delete the entry from <code>{'{'}</code> to{' '}
            <code>{'}'}</code> with <code>"steamId": "{id}"</code>, and the comma that is left over.
          </li>
          <li>Start the game server.</li>
        </ol>
        <CopyButton
          text={`"steamId": "${id}"`}
          what={`text to search for: the entry of ${name}`}
          face="Copy the text to search for"
        />
      </div>
    )}
  </Disclosure>
)
