import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import type { InformationTab } from '../../../shared/features/information/information.ts'
import { mostCarnivores, mostMembers } from '../../../shared/features/packs/pack.ts'
import { isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Ago } from '../../ui/Time.tsx'
import type { useJoinDetails } from '../server/JoinServer.tsx'
import { ServerSign } from '../server/LinkStatus.tsx'
import styles from './Information.module.css'

type FactRow = readonly [name: string, value: ReactNode]

interface LiveFactsProps {
  readonly tab: InformationTab
  readonly join: ReturnType<typeof useJoinDetails>
}

/** What the hub knows by itself of the subject of a tab. What it does not know is left out. */
export function LiveFacts({ tab, join }: LiveFactsProps) {
  if (tab === 'server') return <ServerFacts details={join.value} />
  if (tab === 'economy') return <EconomyFacts />
  return tab === 'technical' ? <BrowserFacts /> : null
}

/** The states of all facts of a tab. */
export function useFactStates({ tab, join }: LiveFactsProps) {
  const settings = useDocument(economySettings).state
  const status = useDocument(server, mainServer).state
  return tab === 'server' ? [settings, status, join.state] : tab === 'economy' ? [settings] : []
}

const FactList = ({ label, facts }: { readonly label: string; readonly facts: readonly FactRow[] }) => (
  <section aria-label={label}>
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  </section>
)

/** Where the game does not say how many it admits. */
const usualMaxPlayers = 300

function ServerFacts({ details }: { readonly details: LiveFactsProps['join']['value'] }) {
  const status = useDocument(server, mainServer).value
  const settings = useDocument(economySettings).value
  const isOn = status !== null && isFeatureOn(status, 'realServerStatus')
  const players = status?.playerCount ?? null
  const live: readonly FactRow[] = isOn
    ? [
        ['Name', status.name],
        ['Map', status.map],
        ['Players', players === null ? null : `${players} of ${status.maxPlayers ?? usualMaxPlayers}`],
        ['State', <ServerSign key="state" status={status} />],
        ['Last restart', status.startedAt === null ? null : <Ago key="restart" at={status.startedAt} />],
        ['Planned restart', status.simulated ? '06:00 UTC each day (an example)' : null],
      ]
    : []
  return (
    <FactList
      label="Live from the server"
      facts={[
        ...live,
        ['Game mode', details?.gameMode],
        ['Address', details?.address ? <code key="address">{details.address}</code> : null],
        ['Largest packs', `${mostCarnivores} carnivores or ${mostMembers} herbivores`],
        ['Daily bonus', bonusOf(settings?.dailyBonus)],
        ['Weekly challenges', 'From Monday, 00:00 UTC'],
      ]}
    />
  )
}

type Reward = { readonly isOn: boolean; readonly amount: number }

const bonusOf = (bonus: Reward | undefined) =>
  bonus?.isOn ? `${amountInWords(bonus.amount, 'voidPearls')}, from 00:00 UTC` : null

const rewardOf = (reward: Reward | undefined, each: string) =>
  reward?.isOn ? `${amountInWords(reward.amount, 'voidPearls')} for ${each}` : null

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

function EconomyFacts() {
  const settings = useDocument(economySettings).value
  return (
    <FactList
      label="Live from the economy"
      facts={[
        ['Daily bonus', bonusOf(settings?.dailyBonus)],
        ['Trivia', rewardOf(settings?.trivia, 'a correct answer')],
        ['Achievements', rewardOf(settings?.achievements, 'each')],
        ['Market fee', settings ? percent.format(settings.market.feePermille / 1_000) : null],
      ]}
    />
  )
}

/** What the pages use that older browsers lack, by the name of the first release that has it. */
const needs: readonly (readonly [needed: string, isThere: () => boolean])[] = [
  ['Chrome 120 or Firefox 115', () => 'canParse' in URL],
  ['Chrome 117 or Safari 17.4', () => 'groupBy' in Object],
  ['Chrome 111 or Firefox 119', () => 'isWellFormed' in String.prototype],
  ['Chrome 105 or Firefox 121', () => CSS.supports('selector(:has(a))')],
  ['Chrome 111 or Firefox 113', () => CSS.supports('color', 'color-mix(in oklab, red, blue)')],
]

/** Measured in this browser, not read from its name. */
function BrowserFacts() {
  const missing = useMemo(() => needs.filter(([, isThere]) => !isThere()), [])
  return (
    <FactList
      label="This browser"
      facts={[
        [
          'Your browser',
          missing.length === 0 ? (
            'Has everything that this site needs'
          ) : (
            <>
              Lacks {missing.length} of {needs.length} features that this site needs. Update it to see every page.
            </>
          ),
        ],
        [
          'Hub and game',
          <Link key="games" href="/games">
            See their state
          </Link>,
        ],
      ]}
    />
  )
}
