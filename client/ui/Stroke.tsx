import type { ReactNode } from 'react'

/** A small drawing in the common stroke weight and in the colour of the surrounding text. */
export function Stroke({ size = 20, children }: { readonly size?: number; readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const CloseMark = () => (
  <Stroke>
    <path d="M5 5l10 10M15 5 5 15" />
  </Stroke>
)
