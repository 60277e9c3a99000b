import { type Language, languageCodes } from '../../text/language.ts'
import { type Texts, textsIn } from '../../text/texts.ts'
import { announcement } from './shipped/announcement.ts'
import { demoFollowUp } from './shipped/demo-follow-up.ts'
import { eventInvitation } from './shipped/event-invitation.ts'
import { onboardingCheckIn } from './shipped/onboarding-check-in.ts'
import { reviewRequest } from './shipped/review-request.ts'
import { trialEnding } from './shipped/trial-ending.ts'
import { welcome } from './shipped/welcome.ts'
import { winBack } from './shipped/win-back.ts'
import type { SpinnerTemplate } from './spinner-template.ts'

/** The functions that write the templates, in the order in which the templates are offered. */
const writers: readonly ((texts: Texts) => SpinnerTemplate)[] = [
  welcome,
  eventInvitation,
  trialEnding,
  winBack,
  demoFollowUp,
  announcement,
  reviewRequest,
  onboardingCheckIn,
]

const cached = new Map<Language, readonly SpinnerTemplate[]>()

/** Returns the templates that come with the service in a language, in the order in which they are offered. */
export function shippedTemplates(language: Language): readonly SpinnerTemplate[] {
  const templates = cached.get(language) ?? writers.map((write) => write(textsIn(language)))
  cached.set(language, templates)
  return templates
}

/** Returns the template with an id that comes with the service, in the language that the id names; null if none does. */
export function shippedTemplateOf(id: string): SpinnerTemplate | null {
  for (const language of languageCodes) {
    const template = shippedTemplates(language).find((shipped) => shipped.id === id)
    if (template !== undefined) return template
  }
  return null
}
