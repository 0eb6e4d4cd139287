//! What the person who was referred agrees to, in each language.

/// What somebody agrees to, in versions: the first is version 1. People have agreed to these words, so a text
/// that was released is never edited. Another text is added to the end. Each language's is a text of its own.
pub const CONSENT_TEXTS: &[&str] = &[
    "This company may call me about the service named here, at the number given here. It stores my name, this \
     number, the service, what was written about what I need, who referred me, and when I agreed to this. It uses \
     that to help me and to credit whoever referred me, and for nothing else. Whoever referred me sees what came of \
     it. I can take this back at any time, and have it deleted.",
    "أوافق على أن تتصل بي هذه الشركة هاتفيًّا بشأن الخدمة المذكورة هنا، على الرقم المذكور هنا. وهي تحفظ اسمي، \
     وهذا الرقم، والخدمة، وما كُتب عما أحتاج إليه، ومن الذي أحالني إليها، ومتى وافقت. وتستخدم ذلك لمساعدتي \
     ولاحتساب الإحالة لمن أحالني، ولا تستخدمه لغير ذلك. ويرى من أحالني ما وصلت إليه الإحالة. ويمكنني أن أسحب \
     موافقتي في أي وقت، وأن أطلب محو ما تحفظه الشركة عني.",
    "यह कंपनी मुझे यहाँ बताई गई सेवा के बारे में, यहाँ दिए गए नंबर पर कॉल कर सकती है। वह मेरा नाम, यह नंबर, \
     सेवा, मेरी ज़रूरत के बारे में जो लिखा गया, मुझे किसने रेफ़र किया, और मैंने इस पर कब सहमति दी, यह सब अपने \
     पास रखती है। इसका इस्तेमाल वह मेरी मदद करने और यह रेफ़रल मुझे रेफ़र करने वाले के नाम दर्ज करने के लिए \
     करती है, और किसी काम के लिए नहीं। जिन्होंने मुझे रेफ़र किया, उन्हें दिखता है कि आगे क्या हुआ। मुझे अपनी \
     यह सहमति किसी भी समय वापस लेने और यह सब हटवाने का अधिकार है।",
    "இங்கே குறிப்பிடப்பட்டுள்ள சேவையைப் பற்றி, இங்கே தரப்பட்டுள்ள எண்ணில் இந்த நிறுவனம் என்னைத் தொலைபேசியில் \
     அழைக்கலாம். என் பெயர், இந்த எண், சேவை, எனக்குத் தேவையானதைப் பற்றி எழுதப்பட்டது, என்னைப் பரிந்துரை \
     செய்தவர் யார் என்பது, இதற்கு நான் எப்போது சம்மதித்தேன் என்பது ஆகியவற்றை அது சேமிக்கிறது. எனக்கு உதவவும், \
     என்னைப் பரிந்துரை செய்தவரின் கணக்கில் இந்தப் பரிந்துரையைச் சேர்க்கவும் அவற்றைப் பயன்படுத்துகிறது; வேறு \
     எதற்கும் பயன்படுத்துவதில்லை. பிறகு என்ன ஆனது என்பதை என்னைப் பரிந்துரை செய்தவர் பார்க்கலாம். இந்தச் \
     சம்மதத்தை நான் எப்போது வேண்டுமானாலும் திரும்பப் பெறலாம்; சேமித்தவற்றை அழிக்கச் சொல்லலாம்.",
];

/// The version that is shown now in English. People are asked in it, and agree to it by telephone.
pub const CONSENT_TEXT: u64 = 1;

/// The languages in which the pages are on which people agree, by the codes of their addresses, each with the version
/// that is shown now.
pub const CONSENT_LANGUAGES: &[(&str, u64)] =
    &[("en", CONSENT_TEXT), ("ar", 2), ("hi", 3), ("ta", 4)];

/// Whether this version is shown now, in whatever language.
pub(super) fn is_shown(version: u64) -> bool {
    CONSENT_LANGUAGES.iter().any(|(_, shown)| *shown == version)
}

/// The text of this version; `None` for one that this program does not have.
pub fn consent_text(version: u64) -> Option<&'static str> {
    let place = usize::try_from(version).ok()?.checked_sub(1)?;
    CONSENT_TEXTS.get(place).copied()
}
