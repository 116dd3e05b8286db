import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { DataStories } from './dataStories.tsx'
import { FormStories } from './formStories.tsx'
import { OverlayStories } from './overlayStories.tsx'
import { SpeciesSheet } from './SpeciesSheet.tsx'
import { allThemes, StoryThemes } from './Story.tsx'
import { StateStories, TemplateLinks, TemplateSample, templateKeys, templateStates } from './templateStories.tsx'

const tabKeys = ['data', 'overlays', 'forms', 'states', 'templates', 'species'] as const

const Shown = z.object({
  tab: z.enum(tabKeys).default('data'),
  themes: z.enum(['page', 'all']).default('page'),
  template: z.enum(templateKeys).nullable().default(null),
  state: z.enum(templateStates).default('ready'),
})

const tabs = [
  { key: 'data', name: 'Data' },
  { key: 'overlays', name: 'Overlays' },
  { key: 'forms', name: 'Forms' },
  { key: 'states', name: 'States' },
  { key: 'templates', name: 'Templates' },
  { key: 'species', name: 'Species' },
] as const

/** For testers: every part of the interface in every state and theme, the templates, and the contact sheet of the species. */
export function PartsScreen() {
  const { filters, setFilters } = useAddressFilters(Shown)
  const { tab, themes, template, state } = filters
  if (template !== null) return <TemplateSample template={template} state={state} />
  return (
    <BoardPage
      {...alwaysReady}
      title="Interface"
      lead="Every part in every state. The account menu chooses the theme of the page."
      actions={
        <Button
          aria-pressed={themes === 'all'}
          onClick={() => setFilters({ themes: themes === 'all' ? 'page' : 'all' })}
        >
          All four themes
        </Button>
      }
      tabs={tabs}
      chosen={tab}
      onChoose={(key) => setFilters({ tab: key })}
    >
      <StoryThemes value={themes === 'all' ? allThemes : null}>
        {tab === 'data' ? <DataStories /> : null}
        {tab === 'overlays' ? <OverlayStories /> : null}
        {tab === 'forms' ? <FormStories /> : null}
        {tab === 'states' ? <StateStories /> : null}
        {tab === 'templates' ? <TemplateLinks /> : null}
        {tab === 'species' ? <SpeciesSheet /> : null}
      </StoryThemes>
    </BoardPage>
  )
}
