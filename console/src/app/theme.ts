import { createTheme, type MantineColorsTuple } from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dfe2ff',
  '#bfc4fd',
  '#a1a8fb',
  '#8a92fa',
  '#6e78f5',
  '#525bef',
  '#4338ca',
  '#3a31b0',
  '#2f2891',
]

export const theme = createTheme({
  primaryColor: 'spindle',
  primaryShade: { light: 7, dark: 6 },
  colors: { spindle: indigo },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.625rem' }, h2: { fontSize: '1.25rem' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
