extension IdentityService: ProfileServing {}
