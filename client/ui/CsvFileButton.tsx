import { useRef } from 'react'
import { Button } from './Button.tsx'

interface CsvFileButtonProps {
  /** Of the chosen file, for screen readers: `Catalogue file`. */
  readonly label: string
  /** Bytes. */
  readonly largest: number
  /** @param text of the file; null for one that is too large */
  readonly onText: (text: string | null) => void
}

/** Lets the user choose a CSV file, and reads it. */
export function CsvFileButton({ label, largest, onText }: CsvFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File | undefined) => {
    if (file) onText(file.size > largest ? null : await file.text())
    // The same file can be chosen again after it was corrected.
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <Button onClick={() => input.current?.click()}>Import CSV</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={label}
        hidden
        onChange={({ target }) => void choose(target.files?.[0])}
      />
    </>
  )
}
