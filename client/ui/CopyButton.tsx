import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for whoever cannot see it: `pack code`. */
  readonly what: string
}

const toldMs = 2_000

/** Puts a text where one can paste it from, and says whether that worked. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [told, setTold] = useState<'' | 'Copied' | 'Select it by hand'>('')
  useEffect(() => {
    if (told === '') return
    const timer = setTimeout(() => setTold(''), toldMs)
    return () => clearTimeout(timer)
  }, [told])
  const copy = () =>
    // Without https a browser gives no clipboard at all.
    (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setTold('Copied'),
      () => setTold('Select it by hand'),
    )
  return (
    <>
      <Button aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {told || 'Copy'}
      </Button>
      <span className="unseen" role="status">
        {told}
      </span>
    </>
  )
}
