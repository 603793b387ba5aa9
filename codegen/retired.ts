// What Linux dropped: kinds whose names are gone from newer headers. Headers of 6.1 still have all of them.

const NAMES = /^(?:TCA_(?:CBQ|DSMARK|ATM|RSVP|TCINDEX|IPT)_|TCF?_CBQ_|struct tc_(?:cbq|rsvp)_)/

/** Whether only older headers can confirm the claim with this key, or the constant or struct of this name. */
export function isRetired(key: string): boolean {
  return NAMES.test(key.replace(/^(?:sizeof|offsetof) /, ''))
}
