import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import classes from './palette-button.module.css'

const load = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).Palette }))

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the palette, by a click or by its keys from anywhere. It comes once the page has come to rest. */
export function usePalette() {
  const [opened, { open, close, toggle }] = useDisclosure()
  const [isThere, put] = useState(false)
  const show = (change: () => void) => () => {
    put(true)
    change()
  }
  useHotkeys([['mod+K', show(toggle)]], [])
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), 1_500)
    return () => clearTimeout(timer)
  }, [])
  const palette = isThere && (
    <Suspense>
      <Palette opened={opened} onClose={close} />
    </Suspense>
  )
  return { open: show(open), palette }
}

export function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes['button'] ?? ''}
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Group gap="xs" wrap="nowrap">
        <Search size={16} aria-hidden />
        <Text size="sm" flex={1}>
          Search
        </Text>
        <Kbd size="xs" aria-hidden>
          {isApple ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </Group>
    </UnstyledButton>
  )
}

export function PaletteIcon({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" onClick={onClick} aria-label="Search">
      <Search size={20} aria-hidden />
    </ActionIcon>
  )
}
