import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { t } from '../languages/text.ts'
import { showCurrent } from './show-current.ts'

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

/** Greys of the dark scheme with a little of the accent colour, from text to the darkest background. */
const night: MantineColorsTuple = [
  '#d9dbe7',
  '#b9bccd',
  '#9296ac',
  '#6b7088',
  '#373a4e',
  '#2b2e3f',
  '#232533',
  '#1b1d2a',
  '#151620',
  '#0f1018',
]

/**
 * Lets the first enabled item of an opened menu take the focus. The library gives it to the first item also if that one
 * is disabled, which cannot take it, so the menu could not be used by keyboard.
 */
function chooseFirstFocus(menu: HTMLElement | null): void {
  if (menu === null || menu.querySelector('[data-autofocus]') !== null) return
  menu.querySelector('[data-menu-item]:not([data-disabled])')?.setAttribute('data-autofocus', 'true')
}

/** Gives the close button of dialogs an accessible name, because it has only an icon. */
const closable = { defaultProps: { closeButtonProps: { 'aria-label': t('Close') } } }

export const theme = createTheme({
  primaryColor: 'spindle',
  primaryShade: { light: 7, dark: 6 },
  colors: { spindle: indigo, dark: night },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.35' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: closable,
    Drawer: closable,
    // Moves the focus to the first item of an opened menu. The library's own holder of the focus is no item of a menu, so
    // screen readers announce a menu without items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    MenuDropdown: { defaultProps: { ref: chooseFirstFocus } },
    TabsList: { defaultProps: { ref: showCurrent } },
    // Keeps the texts of light and outlined badges in the colour of text: in their own colours, yellow has 2 to 1 and
    // grey 3 to 1. The background or the border has the colour.
    Badge: {
      vars: (_: unknown, { variant }: { variant?: string }) => ({
        root:
          variant === 'light' || variant === 'outline'
            ? { '--badge-color': 'var(--mantine-color-text)' }
            : {},
      }),
    },
    // Keeps the titles of alerts in the colour of text, because a coloured title was hard to read on yellow. The text of an
    // alert does not cut off the focus rings of its buttons.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' }, message: { overflow: 'visible' } } },
  },
})

/**
 * Overrides colours of the library that have too little contrast: dimmed text has 3.3 to 1 on white, and
 * white on red 3.8 to 1. The minimum is 4.5 to 1.
 */
export const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page-background': '#f6f7fb',
    '--hover-background': '#eef0f7',
    '--mantine-color-default-border': '#dfe2ec',
    '--mantine-color-dimmed': '#585e6e',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#b02525',
  },
  dark: {
    '--page-background': 'var(--mantine-color-dark-8)',
    '--hover-background': 'var(--mantine-color-dark-5)',
    '--mantine-color-dimmed': '#a5a9bd',
    '--mantine-color-placeholder': '#9195aa',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#b02525',
  },
})
