import { AppShell, Box, Burger, Group } from '@mantine/core'
import { PlainLink } from '../../components/links.tsx'
import { t } from '../../languages/text.ts'
import { Logo } from '../logo.tsx'
import { PaletteIcon } from '../palette/palette-button.tsx'
import { TestBand } from '../test-mode/test-band.tsx'

/**
 * Heights in pixels of the header's bar and of the test mode band, which the shell keeps free above its
 * pages.
 */
const bar = 56
const band = { base: 56, sm: 46 } as const

export function headerHeight(isTestMode: boolean): { base: number; sm: number } {
  return isTestMode ? { base: bar + band.base, sm: band.sm } : { base: bar, sm: 0 }
}

/** The header of the console: the bar of a narrow screen with its menu button, and the band of test mode. */
export function ShellHeader({
  testTimeZone,
  isMenuOpen,
  onMenu,
  onFind,
}: {
  /**
   * The time zone of the test organization; null outside test mode, where only narrow screens show the
   * header.
   */
  testTimeZone: string | null
  isMenuOpen: boolean
  onMenu: () => void
  onFind: () => void
}) {
  return (
    <AppShell.Header {...(testTimeZone === null && { hiddenFrom: 'sm' })}>
      <Group h={bar} px="md" justify="space-between" hiddenFrom="sm">
        <PlainLink to="/" aria-label={t('Spindle, home')}>
          <Logo />
        </PlainLink>
        <Group gap="xs">
          <PaletteIcon onClick={onFind} />
          <Burger
            opened={isMenuOpen}
            onClick={onMenu}
            size="sm"
            aria-label={isMenuOpen ? t('Close menu') : t('Open menu')}
          />
        </Group>
      </Group>
      {testTimeZone !== null && (
        <Box h={band}>
          <TestBand timeZone={testTimeZone} />
        </Box>
      )}
    </AppShell.Header>
  )
}
