import { useEffect } from 'react'
import { keepFocus } from './keepFocus.ts'

/** Nobody loses their place to a control that has done its work. */
export function FocusKeeper() {
  useEffect(() => keepFocus(document), [])
  return null
}
