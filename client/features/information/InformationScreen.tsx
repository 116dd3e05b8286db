import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { defaultTexts } from '../../../shared/features/information/defaultTexts.ts'
import {
  type InformationTab,
  information,
  informationTabs,
  tabNames,
} from '../../../shared/features/information/information.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Ago } from '../../ui/Time.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { LoadingState, Settled, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useJoinDetails } from '../server/JoinServer.tsx'
import styles from './Information.module.css'
import { LiveFacts, useFactStates } from './LiveFacts.tsx'
import { Markdown } from './Markdown.tsx'

const InformationAddress = z.object({ tab: z.enum(informationTabs).default('server') })

const tabs = informationTabs.map((key) => ({ key, name: tabNames[key] }))

// Owners alone need it.
const InformationEditor = lazy(() =>
  import('./InformationEditor.tsx').then((module) => ({ default: module.InformationEditor })),
)

/** What players want to know of the server, the hub and the community: live values, and texts that owners can edit. */
export function InformationScreen() {
  const { filters, setFilters } = useAddressFilters(InformationAddress)
  const { may } = useAtomValue(accessAtom)
  const [edited, setEdited] = useState<InformationTab | null>(null)
  const { tab } = filters
  const found = useDocument(information, tab)
  const join = useJoinDetails()
  const facts = useFactStates({ tab, join })
  const isEdited = edited === tab
  const isOwner = may.includes('ownerPanel')
  return (
    <BoardPage<InformationTab>
      title="Information"
      lead="The server, the game and this site."
      actions={isOwner && !isEdited ? <Button onClick={() => setEdited(tab)}>Edit {tabNames[tab]}</Button> : null}
      tabs={tabs}
      chosen={tab}
      onChoose={(key) => setFilters({ tab: key })}
      {...statesOf(found, () => false, null)}
    >
      {found.value ? (
        <Settled parts={facts} hasLines>
          <div className={styles.tab}>
            <LiveFacts tab={tab} join={join} />
            {isEdited ? (
              <Suspense fallback={<LoadingState />}>
                <InformationEditor key={tab} tab={tab} present={found.value} onClose={() => setEdited(null)} />
              </Suspense>
            ) : (
              <>
                {found.value.text === null && isOwner ? (
                  <p className={styles.changed}>
                    This text came with the hub. Check that it is true for your server: players read it.
                  </p>
                ) : null}
                <Markdown text={found.value.text ?? defaultTexts[tab]} />
                {found.value.changedAt === null ? null : (
                  <p className={styles.changed}>
                    Last changed <Ago at={found.value.changedAt} isInSentence />
                  </p>
                )}
              </>
            )}
          </div>
        </Settled>
      ) : null}
    </BoardPage>
  )
}
