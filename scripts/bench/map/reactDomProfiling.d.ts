/** React DOM as it is shipped, but telling a Profiler what it does. Has no types of its own. */
declare module 'react-dom/profiling' {
  export { createRoot } from 'react-dom/client'
}
