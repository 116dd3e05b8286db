import { Stroke } from '../ui/Stroke.tsx'
import type { Mood } from './moods.ts'

const drawings: Readonly<Record<Mood, string>> = {
  dawn: 'M2 15h16M5 15a5 5 0 0 1 10 0M10 3v3M3.5 7.5l2 1.5M16.5 7.5l-2 1.5M5 18h10',
  day: 'M6.5 10a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M15.6 4.4l-1.4 1.4M5.8 14.2l-1.4 1.4',
  dusk: 'M2 13h16M5 13a5 5 0 0 1 10 0M4 16h12M7 19h6M10 2v4M8 4.5 10 6.5l2-2',
  night: 'M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8zM14.5 3v3M13 4.5h3',
}

export function MoodGlyph({ mood, size = 20 }: { readonly mood: Mood; readonly size?: number }) {
  return (
    <Stroke size={size}>
      <path d={drawings[mood]} />
    </Stroke>
  )
}
