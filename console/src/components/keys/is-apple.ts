/** Whether the device has Apple's keys: ⌘ in place of Ctrl. */
export const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
