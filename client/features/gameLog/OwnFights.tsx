import { type Atom, atom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { withArticle } from '../../../shared/engine/article.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import { myFights, type OwnFight } from '../../../shared/features/gameLog/queries.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { documentAtom } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Ago } from '../../ui/Time.tsx'
import { isNatural } from './logWords.ts'
import styles from './OwnFights.module.css'

const shownAtFirst = 5
const mostShown = 50
const followMs = 1_000

const none: Atom<null> = atom(null)

/** @param steamId of the user's linked player; null while none is linked */
const useFightRecord = (steamId: string | null) =>
  useAtomValue<{ readonly value: ReturnType<typeof fightRecord.schema.parse> | null } | null>(
    steamId === null ? none : documentAtom(fightRecord, steamId),
  )?.value ?? null

/** The user's own kills and deaths. Hidden while there are none on a hub that never read the game's log. */
export function OwnFights({ steamId }: { readonly steamId: string | null }) {
  const record = useFightRecord(steamId)
  const [showsAll, showAll] = useState(false)
  const { value, refusal, state, reload } = useQuery(
    myFights,
    steamId === null ? null : { limit: showsAll ? mostShown : shownAtFirst + 1 },
  )
  useFollow(record && record.kills + record.deaths, reload, followMs)
  if (steamId === null) return null
  const fights = value?.fights ?? []
  const isNone = fights.length === 0 && (record === null || record.kills + record.deaths === 0)
  if (isNone && !value?.isRecorded) return null
  return (
    <section className={styles.fights} aria-labelledby="own-fights">
      <h2 id="own-fights" className={styles.title}>
        Kills and deaths
      </h2>
      {isNone ? (
        <p className={styles.soft}>None yet. Your next fight on the island appears here.</p>
      ) : (
        <>
          {record ? <Counts {...record} /> : null}
          {state === 'refused' && fights.length === 0 ? <p className={styles.soft}>{refusal?.message}</p> : null}
          <ul className={styles.list} aria-label="Latest kills and deaths">
            {fights.slice(0, showsAll ? undefined : shownAtFirst).map((fight) => (
              <FightRow key={fight.key} fight={fight} />
            ))}
          </ul>
          {fights.length > shownAtFirst ? (
            <Button tone="quiet" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
              {showsAll ? 'Show fewer' : 'Show more'}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

const Counts = ({ kills, deaths }: { readonly kills: number; readonly deaths: number }) => (
  <dl className={styles.figures}>
    <div>
      <dt>Kills</dt>
      <dd>{numberText(kills)}</dd>
    </div>
    <div>
      <dt>Deaths</dt>
      <dd>{numberText(deaths)}</dd>
    </div>
  </dl>
)

function FightRow({ fight }: { readonly fight: OwnFight }) {
  const { act, own, other, happenedAt } = fight
  const drawn = act === 'kill' ? other : own
  return (
    <li>
      {drawn?.species ? (
        <SpeciesArt species={drawn.species} view={(drawn.growth ?? 1) < 0.5 ? 'young' : 'side'} size={56} />
      ) : (
        <span />
      )}
      <span>{fightLabel(fight)}</span>
      <Ago at={happenedAt} />
    </li>
  )
}

/** `As a Carnotaurus, you killed a Dryosaurus.` Other players are not named. */
export function fightLabel({ act, by, own, other, cause }: OwnFight): string {
  const sentence = act === 'kill' ? `you killed ${animalOr(other, 'another player')}` : deathLabel(by, other, cause)
  return own.species ? `As ${withArticle(speciesName(own.species))}, ${sentence}.` : `${sentence.replace(/^y/, 'Y')}.`
}

function deathLabel(by: OwnFight['by'], other: OwnFight['other'], cause: string | null): string {
  if (by === 'nature') return isNatural(cause) ? 'you died of natural causes' : `you died: ${cause}`
  if (by === 'unclear') return 'you were killed'
  return `you were killed by ${animalOr(other, by === 'animal' ? 'an animal' : 'another player')}`
}

const animalOr = (animal: OwnFight['other'], otherwise: string) =>
  animal?.species ? withArticle(speciesName(animal.species)) : otherwise
