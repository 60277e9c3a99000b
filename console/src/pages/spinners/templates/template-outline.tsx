import { Box, Button, Group, Text, ThemeIcon } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { Step } from '../../../api/schema.ts'
import { PreviewedMessage } from '../../../components/message/previewed-message.tsx'
import { TemplateText } from '../../../components/template/template-text.tsx'
import { t } from '../../../languages/text.ts'
import { branchesOf, nameOfBranch, stepsWithPlaces } from '../steps/branches.ts'
import { typeOf } from '../steps/types/step-types.ts'
import classes from './templates.module.css'

/** The steps of a template in their order, with the steps of branches below them. An e-mail opens on a click. */
export function TemplateOutline({ steps }: { steps: readonly Step[] }) {
  return (
    <ul className={classes['outline']}>
      {stepsWithPlaces(steps)
        .filter(({ depth }) => depth === 0)
        .map(({ step, pointer }) => (
          <li key={pointer}>
            <OutlinedStep step={step} />
            {branchesOf(step).map((branch) => (
              <Box key={branch.key} pl="lg">
                <Text size="xs" fw={600} mt={4}>
                  {nameOfBranch(branch)}
                </Text>
                <TemplateOutline steps={branch.steps} />
              </Box>
            ))}
          </li>
        ))}
    </ul>
  )
}

function OutlinedStep({ step }: { step: Step }) {
  const [isOpen, setOpen] = useState(false)
  const body = useId()
  const { label, icon: Icon, color, summaryOf, messageOf } = typeOf(step)
  const message = messageOf?.(step) ?? null
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <Box py={4}>
      <Group wrap="nowrap" gap="sm" justify="space-between">
        <Group wrap="nowrap" gap="sm" miw={0}>
          <ThemeIcon variant="light" color={color} size="sm" aria-hidden>
            <Icon size={14} />
          </ThemeIcon>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Text span fw={600} inherit>
              {label}
            </Text>
            {' · '}
            <TemplateText>{summaryOf(step)}</TemplateText>
          </Text>
        </Group>
        {message !== null && (
          <Button
            size="compact-xs"
            variant="subtle"
            flex="none"
            aria-expanded={isOpen}
            aria-controls={isOpen ? body : undefined}
            aria-label={t('Read the e-mail: {subject}', { subject: message.subject })}
            rightSection={<Chevron size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('Read')}
          </Button>
        )}
      </Group>
      {isOpen && message !== null && (
        <Box id={body} mt="xs">
          <PreviewedMessage {...message} />
        </Box>
      )}
    </Box>
  )
}
