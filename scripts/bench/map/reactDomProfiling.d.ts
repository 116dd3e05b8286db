/** React DOM's production build with support for Profiler. It has no types of its own. */
declare module 'react-dom/profiling' {
  export { createRoot } from 'react-dom/client'
}
