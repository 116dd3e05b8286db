import { type RefObject, useEffect } from 'react'
import styles from './ScrollEdges.module.css'

/** The class of an element that is followed by `useScrollEdges`. */
export const scrollEdges = styles.edges ?? ''

/** Marks an element that scrolls sideways at the sides where it goes on, so that it fades there. */
export function useScrollEdges(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = ref
    if (!current) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = current
      current.toggleAttribute('data-more-start', scrollLeft > 1)
      current.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    mark()
    const resized = new ResizeObserver(mark)
    for (const one of [current, ...current.children]) resized.observe(one)
    current.addEventListener('scroll', mark, { passive: true })
    return () => {
      resized.disconnect()
      current.removeEventListener('scroll', mark)
    }
  }, [ref])
}
