import type { ReactNode } from 'react'

/** A small drawing in the house's one stroke weight; it takes the colour of the words around it. */
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
