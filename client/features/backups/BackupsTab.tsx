import { Stack } from '../../ui/Stack.tsx'
import { BackupSchedule } from './BackupSchedule.tsx'
import styles from './Backups.module.css'
import { ExportsPart } from './ExportsPart.tsx'
import { FormerPart } from './FormerPart.tsx'
import { GameBackups } from './GameBackups.tsx'
import { HubBackups } from './HubBackups.tsx'
import { LostPart } from './LostPart.tsx'

/** What brings the hub and the game back, and what can be taken out of the hub. */
export const BackupsTab = () => (
  <Stack gap="wide">
    <HubBackups />
    <FormerPart />
    <div className={styles.tab}>
      <div className={styles.columns}>
        <BackupSchedule />
        <GameBackups />
        <LostPart />
        <ExportsPart />
      </div>
    </div>
  </Stack>
)
