import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RotateCcw, SlidersHorizontal } from 'lucide-react'
import { useMay } from '../../api/account/session.ts'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { ButtonLink } from '../../components/links.tsx'
import { t } from '../../languages/text.ts'
import { ResetTestMode } from './reset-test-mode.tsx'

/** The buttons above the test timeline: one opens the rules, one resets the test organization. */
export function TimelineActions() {
  const mayReset = useMay('admin')
  const isTestMode = useIsTestMode()
  const [opened, { open, close }] = useDisclosure()
  if (!isTestMode) return null
  return (
    <>
      <ButtonLink
        to="/test-rules"
        variant="default"
        leftSection={<SlidersHorizontal size={16} aria-hidden />}
      >
        {t('Rules')}
      </ButtonLink>
      {mayReset && (
        <Button variant="default" leftSection={<RotateCcw size={16} aria-hidden />} onClick={open}>
          {t('Reset')}
        </Button>
      )}
      {opened && <ResetTestMode onClose={close} />}
    </>
  )
}
