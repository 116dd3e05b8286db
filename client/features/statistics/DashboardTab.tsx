import { mainServer } from '../../../shared/engine/ids.ts'
import { dashboard } from '../../../shared/features/statistics/dashboard.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { preparePlots } from '../../ui/Plot.tsx'
import { PanelGrid } from '../../ui/templates/DashboardPage.tsx'
import { Settled, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { DashboardActions } from './DashboardActions.tsx'
import { CommunityFigures, GameMachineFigures, MachineFigures, ServerFigures } from './DashboardFigures.tsx'
import { DayPanels } from './DayPanels.tsx'
import { HoursPanel } from './HoursPanel.tsx'
import { LatencyPanel } from './LatencyPanel.tsx'
import { MapHeatPanel } from './MapHeatPanel.tsx'
import { OnlinePlot } from './OnlinePlot.tsx'
import { RetentionPanel } from './RetentionPanel.tsx'
import { WhenNear } from './StatisticPanel.tsx'
import styles from './Statistics.module.css'

// A plot is the first thing to be seen here: its code is fetched together with this page.
preparePlots()

/** How the server and the community are doing: how many play, what is now in figures, what was in plots. */
export function DashboardTab() {
  const figures = useDocument(dashboard, mainServer)
  return (
    <>
      <div className={styles.first}>
        <OnlinePlot />
      </div>
      <Figures />
      <Settled parts={[figures.state]}>
        <PanelGrid>
          <WhenNear height={320}>
            <HoursPanel />
          </WhenNear>
          <WhenNear height={1_000}>
            <DayPanels />
          </WhenNear>
          <WhenNear height={480}>
            <RetentionPanel />
            <MapHeatPanel />
          </WhenNear>
          <WhenNear height={320}>
            <LatencyPanel of="link" />
            <LatencyPanel of="delivery" />
            <LatencyPanel of="command" />
          </WhenNear>
        </PanelGrid>
      </Settled>
    </>
  )
}

function Figures() {
  const source = useDocument(dashboard, mainServer)
  const { value } = source
  return (
    <StatefulContent {...statesOf(source, () => false, null)}>
      {value ? (
        <div className={styles.figures}>
          <CommunityFigures figures={value} />
          <ServerFigures figures={value} actions={<DashboardActions />} />
          <MachineFigures figures={value} />
          <GameMachineFigures figures={value} />
        </div>
      ) : null}
    </StatefulContent>
  )
}
