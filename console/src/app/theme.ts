import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

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

/** The cross of a dialog has no words of its own. */
const closable = { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }

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
  components: {
    Modal: closable,
    Drawer: closable,
    // The icon has the colour; a title in it was hard to read on yellow.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
})

/**
 * The page's own colours, and some of the library's: its dimmed text has a contrast of 3.3 to 1 on white, and white on
 * its red 3.8; people need 4.5.
 */
export const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page-background': '#f8f9fb',
    '--hover-background': 'var(--mantine-color-gray-1)',
    '--mantine-color-dimmed': '#5b626b',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#b02525',
  },
  dark: {
    '--page-background': '#1a1b1e',
    '--hover-background': 'var(--mantine-color-dark-5)',
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#909296',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#b02525',
  },
})
