import { useState } from 'react'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { backups, backupsKey, type FormerData, keptFormer } from '../../../shared/features/backups/backups.ts'
import { deleteFormer } from '../../../shared/features/backups/commands.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Part } from '../../ui/Part.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import styles from './Backups.module.css'

/** The data that restores have replaced; nothing where there are none. */
export function FormerPart() {
  const former = useDocument(backups, backupsKey).value?.former ?? []
  const [asked, setAsked] = useState<FormerData | null>(null)
  if (former.length === 0) return null
  const columns: readonly Column<FormerData>[] = [
    {
      name: 'Replaced',
      width: 'minmax(190px, 1.4fr)',
      isPlain: true,
      cell: ({ at }) => (
        <>
          <On at={at} />{' '}
          <span className={styles.soft}>
            <Ago at={at} />
          </span>
        </>
      ),
    },
    { name: 'Size', width: '96px', figures: true, cell: ({ bytes }) => bytesInWords(bytes) },
    { name: 'Folder', width: 'minmax(180px, 2fr)', cell: ({ name }) => <code>{name}</code> },
    {
      name: 'Actions',
      width: '120px',
      isPlain: true,
      cell: (one) => (
        <Button
          tone="quiet"
          flush
          aria-label={`Delete the data of ${new Date(one.at).toISOString().slice(0, 16)}`}
          onClick={() => setAsked(one)}
        >
          Delete
        </Button>
      ),
    },
  ]
  return (
    <Part
      title="Data before a restore"
      description={`What a restore has replaced is kept in a folder beside the data: the ${keptFormer} newest, for 30 days. It holds everyone's personal data, including that of people who have been erased since.`}
    >
      <DataTable caption="Data before a restore" columns={columns} rows={former} keyOf={({ name }) => name} />
      {asked ? <DeleteFormer former={asked} onClose={() => setAsked(null)} /> : null}
    </Part>
  )
}

const DeleteFormer = ({ former, onClose }: { readonly former: FormerData; readonly onClose: () => void }) => (
  <ConfirmCommand
    command={deleteFormer}
    input={{ name: former.name }}
    title="Delete the former data?"
    action="Delete the data"
    busyLabel="Deleting…"
    done={null}
    onClose={onClose}
  >
    <p>
      All the hub&apos;s data as it was before the restore of <On at={former.at} />, {bytesInWords(former.bytes)}, is
      deleted from the disk. That can&apos;t be undone. The backup that was made before that restore is not touched.
    </p>
  </ConfirmCommand>
)
